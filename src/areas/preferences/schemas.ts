import { z } from 'zod';
import { codeOf, contextCode } from '../../http/parameters/context-codes.ts';
import { lastOf } from '../../http/parameters/nesting.ts';
import { integer, isEmpty, isParameterMap, type Reader, Refused, required, text } from '../../http/parameters/types.ts';
import { LARGEST_INT } from '../../kernel/integers.ts';

/** preferences#2 */
export const CustomColors = z.object({ custom_colors: z.record(z.string(), z.string()) }).meta({ id: 'CustomColors' });
export type CustomColors = z.infer<typeof CustomColors>;

export const CustomColor = z.object({ hexcode: z.string() }).meta({ id: 'CustomColor' });
export type CustomColor = z.infer<typeof CustomColor>;

/** preferences#4 */
export const DashboardPositions = z.object({ dashboard_positions: z.record(z.string(), z.int()) }).meta({ id: 'DashboardPositions' });
export type DashboardPositions = z.infer<typeof DashboardPositions>;

/** A colour; it is stored with its `#`, however it was sent (preferences#3). */
const hexcode: Reader<string> = {
  schema: { type: 'string', pattern: '^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$' },
  read(raw) {
    const sent = text().read(raw);
    if (sent instanceof Refused) return sent;
    const [, digits] = /^#?([\da-f]{3}|[\da-f]{6})$/iu.exec(sent) ?? [];
    return digits === undefined ? new Refused('invalid', 'must be a color of three or six hexadecimal digits, as #0a7') : `#${digits}`;
  },
};

/** By the place's code; null takes a position away. */
export type SentPositions = ReadonlyMap<string, number | null>;

/** preferences#4 */
const positions: Reader<SentPositions> = {
  schema: { type: 'object', additionalProperties: { type: ['integer', 'null'], minimum: 0, maximum: LARGEST_INT } },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must be a map of places and their positions');
    const read = new Map<string, number | null>();
    for (const [name, value] of Object.entries(sent)) {
      const place = contextCode().read(name);
      const position = isEmpty(lastOf(value)) ? null : integer({ min: 0, max: LARGEST_INT }).read(value);
      if (place instanceof Refused) return new Refused(place.type, `has a place that ${place.message}`);
      if (position instanceof Refused) return new Refused(position.type, `has a position that ${position.message}`);
      read.set(codeOf(place), position);
    }
    return read;
  },
};

export const ColorParameters = { hexcode: required(hexcode) };
export const PositionParameters = { dashboard_positions: required(positions) };
