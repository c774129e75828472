import { z } from 'zod';
import { elements, isParameterMap, oneOf, type Reader, Refused } from '../../http/parameters/types.ts';
import { NotificationFrequency } from '../../store/generated/enums.ts';
import { CATEGORIES } from '../../store/stored/activity.ts';
import { type Category, categoryOf, type Frequency } from './categories.ts';

/** notifications#8. */
export const Preferences = z
  .object({
    notification_preferences: z.array(
      z.object({
        category: z.enum(CATEGORIES),
        frequency: z.enum(NotificationFrequency),
        notification: z.string(),
        href: z.string(),
      }),
    ),
  })
  .meta({ id: 'NotificationPreferences' });
export type Preferences = z.infer<typeof Preferences>;

/** notifications#12. */
export const Categories = z.object({ categories: z.array(z.string()) }).meta({ id: 'NotificationCategories' });
export type Categories = z.infer<typeof Categories>;

export const frequencyReader = (): Reader<Frequency> => oneOf(...Object.values(NotificationFrequency));

export interface Choice {
  category: Category;
  frequency: Frequency;
}

const FREQUENCY = frequencyReader();
const SEVERAL = { type: 'object', additionalProperties: { type: 'object', properties: { frequency: FREQUENCY.schema } } };

function choiceOf(name: string, sent: unknown): Choice | Refused {
  const category = categoryOf(name);
  if (category === undefined) return new Refused('invalid', `names ${name}, which is no notification`);
  const read = isParameterMap(sent) ? FREQUENCY.read(sent['frequency']) : new Refused('invalid', 'must be a map');
  return read instanceof Refused
    ? new Refused(read.type, `has for ${name} a frequency that ${read.message}`)
    : { category, frequency: read };
}

/** Frequencies by the names of notifications: `notification_preferences[due_date][frequency]` (notifications#13). */
export const choices = (): Reader<Choice[]> => ({
  schema: SEVERAL,
  read(raw) {
    const [sent] = elements(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must hold a frequency for each of some notifications');
    const all: Choice[] = [];
    for (const [name, value] of Object.entries(sent)) {
      const choice = choiceOf(name, value);
      if (choice instanceof Refused) return choice;
      all.push(choice);
    }
    return all;
  },
});
