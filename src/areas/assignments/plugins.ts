import { boolean, decimal, isEmpty, isParameterMap, oneOf, Refused } from '../../http/parameters/types.ts';
import type { FieldError } from '../../kernel/errors.ts';
import type { CheckerSettings } from '../../store/stored/assignments.ts';
import { MATCH_TYPES, VISIBILITIES } from './schemas.ts';

/** What nobody has set (assignments#40). */
export const NO_SETTINGS: CheckerSettings = {
  originality_report_visibility: 'immediate',
  s_paper_check: false,
  internet_check: false,
  journal_check: false,
  exclude_biblio: false,
  exclude_quoted: false,
  exclude_small_matches_type: null,
  exclude_small_matches_value: null,
};

const error = (message: string): FieldError => ({ attribute: 'checker_settings', type: 'invalid', message });

/** The part of a match that is too small to count: none, a percentage, or a number of words (assignments#40). */
function smallMatches(before: CheckerSettings, sent: Record<string, unknown>): Partial<CheckerSettings> | FieldError {
  const { exclude_small_matches_type: sentType, exclude_small_matches_value: sentValue } = sent;
  const type = sentType === undefined ? before.exclude_small_matches_type : isEmpty(sentType) ? null : oneOf(...MATCH_TYPES).read(sentType);
  if (type instanceof Refused) return error(`exclude_small_matches_type ${type.message}`);
  if (type === null) {
    if (!isEmpty(sentValue)) return error('exclude_small_matches_value must be null where exclude_small_matches_type is');
    return { exclude_small_matches_type: null, exclude_small_matches_value: null };
  }
  const value =
    sentValue === undefined
      ? before.exclude_small_matches_value
      : isEmpty(sentValue)
        ? null
        : decimal(type === 'percent' ? { min: 0, max: 100 } : { min: 0 }).read(sentValue);
  if (value instanceof Refused) return error(`exclude_small_matches_value ${value.message}`);
  if (value === null) return error('exclude_small_matches_value is required with exclude_small_matches_type');
  if (type === 'words' && value === 0) return error('exclude_small_matches_value must be above 0');
  if (type === 'percent' && value > 100) return error('exclude_small_matches_value must be at most 100');
  return { exclude_small_matches_type: type, exclude_small_matches_value: value };
}

const CHECKS = ['s_paper_check', 'internet_check', 'journal_check', 'exclude_biblio', 'exclude_quoted'] as const;

/** The settings of the originality checker with what was sent; what is absent stays. */
export function checkerSettings(before: CheckerSettings | null, raw: unknown): CheckerSettings | FieldError {
  if (!isParameterMap(raw)) return error('must be a map of settings');
  const after: CheckerSettings = { ...(before ?? NO_SETTINGS) };
  for (const name of CHECKS) {
    if (isEmpty(raw[name])) continue;
    const value = boolean().read(raw[name]);
    if (value instanceof Refused) return error(`${name} ${value.message}`);
    after[name] = value;
  }
  if (!isEmpty(raw['originality_report_visibility'])) {
    const visibility = oneOf(...VISIBILITIES).read(raw['originality_report_visibility']);
    if (visibility instanceof Refused) return error(`originality_report_visibility ${visibility.message}`);
    after.originality_report_visibility = visibility;
  }
  const matches = smallMatches(after, raw);
  return 'attribute' in matches ? matches : { ...after, ...matches };
}
