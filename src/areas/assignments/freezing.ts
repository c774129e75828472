import type { CourseAccess } from '../../access/context-access.ts';
import type { Settings } from '../../access/settings.ts';
import type { FieldError } from '../../kernel/errors.ts';
import type { AssignmentRecord } from './linked-content.ts';
import type { AssignmentChanges } from './parameters.ts';

type Facts = Pick<
  AssignmentRecord,
  | 'name'
  | 'description'
  | 'lockAt'
  | 'pointsPossible'
  | 'gradingType'
  | 'submissionTypes'
  | 'assignmentGroupId'
  | 'allowedExtensions'
  | 'groupCategoryId'
  | 'peerReviews'
>;

/** The attributes that can be frozen (assignments#42): the parameter of each, and what it says of an assignment. */
const ATTRIBUTES: Readonly<Record<string, { parameter: keyof AssignmentChanges; of: (facts: Facts) => unknown }>> = {
  title: { parameter: 'name', of: (facts) => facts.name },
  description: { parameter: 'description', of: (facts) => facts.description },
  lock_at: { parameter: 'lock_at', of: (facts) => facts.lockAt?.getTime() ?? null },
  points_possible: { parameter: 'points_possible', of: (facts) => facts.pointsPossible },
  grading_type: { parameter: 'grading_type', of: (facts) => facts.gradingType },
  submission_types: { parameter: 'submission_types', of: (facts) => facts.submissionTypes.toSorted().join() },
  assignment_group_id: { parameter: 'assignment_group_id', of: (facts) => facts.assignmentGroupId },
  allowed_extensions: { parameter: 'allowed_extensions', of: (facts) => facts.allowedExtensions.toSorted().join() },
  group_category_id: { parameter: 'group_category_id', of: (facts) => facts.groupCategoryId },
  peer_reviews: { parameter: 'peer_reviews', of: (facts) => facts.peerReviews },
};

/** What the caller may not change of a frozen assignment: account administrators may (assignments#42). */
export const frozenTo = (at: CourseAccess, { freezer_available: freezes, frozen_attributes: frozen }: Settings): readonly string[] =>
  freezes && !at.writing.has('admin') ? frozen : [];

/**
 * What of a frozen assignment would change although the account has frozen it (assignments#42). Sending what is there already changes
 * nothing.
 */
export function frozenChanges(frozen: readonly string[], before: Facts, after: Facts, notifies: boolean): FieldError[] {
  const parameters: string[] = frozen.flatMap((name) => {
    if (name === 'notify_of_update') return notifies ? [name] : [];
    const attribute = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
    return attribute && attribute.of(before) !== attribute.of(after) ? [attribute.parameter] : [];
  });
  return parameters.map((attribute) => ({ attribute, type: 'invalid', message: 'is frozen: account administrators alone change it' }));
}
