import type { Random } from '../random.ts';
import type { Site } from '../site.ts';

/** Where an accident happens, and what of it is left to chance. */
export interface Scene {
  site: Site;
  random: Random;
  /** For so long lasts what lasts. */
  holdMs: number;
}

/** What somebody has to do afterwards: whatever comes back by itself needs nobody. */
type Mend = () => Promise<void>;

export interface Accident {
  name: string;
  /** Statuses that clients may see while it lasts and shortly after; 0 is a connection that breaks. Without any nobody may notice it. */
  excuses: readonly number[];
  /** Resolves when the harm is done, or over where it lasts. */
  harm(scene: Scene): Promise<Mend>;
}

export const nothing: Mend = () => Promise.resolve();
