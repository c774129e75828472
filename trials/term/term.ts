import { check } from './invariants/check.ts';
import { Ledger } from './ledger.ts';
import { type Excuses, Measures } from './measures.ts';
import { quiet } from './quiet.ts';
import type { School } from './school.ts';
import { type Patience, Sender } from './sending.ts';
import { setUp } from './setting-up.ts';
import type { Shape } from './shape.ts';
import type { Site } from './site.ts';
import { type Length, type Progress, Traffic } from './traffic.ts';

interface TermSettings extends Length {
  shape: Shape;
  /** What may be answered for accidents that happen meanwhile; without any, nothing. */
  excuses?: Excuses;
  /** What else goes on while there is traffic, such as accidents; it hears of the end of the traffic, and is waited for. */
  meanwhile?: (ended: AbortSignal) => Promise<void>;
  patience?: Patience;
  /** Hears of how far it is, a line at a time. */
  tell: (line: string) => void;
}

export interface Term {
  school: School;
  ledger: Ledger;
  measures: Measures;
  progress: Progress;
  /** What is not as it should be, a line each. */
  faults: string[];
}

const TELL_EVERY_MS = 5_000;

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Goes on telling until it is told to stop. */
function telling(tell: (line: string) => void, line: () => string): () => void {
  const timer = setInterval(() => tell(line()), TELL_EVERY_MS);
  return () => clearInterval(timer);
}

/** What went wrong on the way, however the term ended. */
const faultsOf = ({ faults }: Measures, { broken }: Progress): string[] => [
  ...[...faults].map(([kind, says]) => `not as asked: ${kind}: ${says}`),
  ...[...broken].map(([kind, says]) => `the trial itself: ${kind}: ${says}`),
];

async function openSchool(site: Pick<Site, 'urls' | 'adminToken'>, ledger: Ledger, { shape, tell }: TermSettings): Promise<School> {
  const measures = new Measures();
  const sender = new Sender(site.urls, measures);
  const stopTelling = telling(tell, () => `setting up: ${measures.sent} requests`);
  try {
    return await setUp({ sender, ledger }, shape, site.adminToken);
  } finally {
    stopTelling();
    sender.end();
  }
}

/** A school is set up, goes through its term, and is looked at from outside when all jobs are done. */
export async function runTerm(site: Pick<Site, 'urls' | 'adminToken' | 'query'>, settings: TermSettings): Promise<Term> {
  const { excuses, tell, meanwhile, patience } = settings;
  const ledger = new Ledger();
  const begun = performance.now();
  const school = await openSchool(site, ledger, settings);
  tell(
    `set up: ${school.shape.students} students, ${school.shape.teachers} teachers, ${school.shape.courses} courses in ${seconds(begun)}`,
  );
  const measures = new Measures(excuses ? { excuses } : {});
  const sender = new Sender(site.urls, measures, patience);
  const traffic = new Traffic({ sender, ledger, school }, settings);
  const started = performance.now();
  const stopTelling = telling(tell, () => `${seconds(started)}: ${traffic.progress.acts} acts, ${measures.sent} requests`);
  const ended = new AbortController();
  const others = meanwhile?.(ended.signal);
  await traffic.run().finally(stopTelling);
  ended.abort();
  await others;
  tell(
    `traffic: ${traffic.progress.acts} acts, ${measures.sent} requests in ${seconds(started)}, ${measures.perSecond().toFixed(0)} a second`,
  );
  sender.end();
  const settling = performance.now();
  const waiting = await quiet(site);
  tell(`jobs: done in ${seconds(settling)}`);
  const checking = performance.now();
  const found = await check({ site, school, ledger, tell });
  tell(`checked in ${seconds(checking)}`);
  const left = waiting > 0 ? [`${waiting} jobs are not done`] : [];
  return { school, ledger, measures, progress: traffic.progress, faults: [...faultsOf(measures, traffic.progress), ...left, ...found] };
}
