import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AssignmentParameters, groupParameters } from '../../src/areas/assignments/parameters.ts';
import { itemParameters } from '../../src/areas/collections/schemas.ts';
import { NewConversation } from '../../src/areas/conversations/schemas.ts';
import { gradingScheme } from '../../src/areas/grading-standards/parameters.ts';
import { NewGroupCategory } from '../../src/areas/groups/schemas.ts';
import { Mastery, NewOutcome } from '../../src/areas/outcomes/parameters.ts';
import { QuestionParameters } from '../../src/areas/quizzes/questions/parameters.ts';
import { QuizParameters } from '../../src/areas/quizzes/quizzes/parameters.ts';
import { RubricParameters } from '../../src/areas/rubrics/parameters.ts';
import { required } from '../../src/http/parameters/types.ts';

/** How a schema refuses parameters; nothing where it takes them. */
const refusal = (schema: z.ZodType, parameters: object): string[] =>
  (schema.safeParse(parameters).error?.issues ?? []).map((issue) =>
    issue.code === 'custom' ? String(issue.params?.['type']) : issue.code,
  );

/** Of its wrapper too, which every request has. */
const ofAssignment = (fields: object): object => ({ external_tool_tag_attributes: {}, ...fields });
const GroupParameters = z.object(groupParameters);
const Item = z.object(itemParameters);
const Standard = z.object({ entries: required(gradingScheme()) });
const many = <T>(count: number, one: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => one(i));
const word = (length: number): string => 'x'.repeat(length);
const MESSAGE = { recipients: ['1'], body: 'hello' };

describe('a parameter is taken up to its bound, and refused beyond it:', () => {
  // conversations#21
  test.each<[string, z.ZodType, number, (size: number) => object, string]>([
    ['points of an assignment', AssignmentParameters, 1_000_000_000, (n) => ofAssignment({ points_possible: n }), 'too_large'],
    // assignments#17
    ['peer reviews of a submission', AssignmentParameters, 1_000, (n) => ofAssignment({ peer_review_count: n }), 'too_large'],
    // assignments#49
    ['the weight of an assignment group', GroupParameters, 1_000_000, (n) => ({ group_weight: n }), 'too_large'],
    ['lowest ones to drop', GroupParameters, 1_000_000, (n) => ({ rules: { drop_lowest: n } }), 'too_large'],
    ['highest ones to drop', GroupParameters, 1_000_000, (n) => ({ rules: { drop_highest: n } }), 'too_large'],
    ['the comment of an item', Item, 500_000, (n) => ({ link_url: 'https://example.com', user_comment: word(n) }), 'too_long'],
    ['files of a message', NewConversation, 100, (n) => ({ ...MESSAGE, attachment_ids: many(n, (i) => String(i + 1)) }), 'too_many'],
    [
      'letters of a grading standard',
      Standard,
      100,
      (n) => ({ entries: many(n, (i) => ({ name: `L${i}`, value: String(i / 2) })) }),
      'too_long',
    ],
    ['people of a group', NewGroupCategory, 2 ** 31 - 1, (n) => ({ name: 'Set', group_limit: n }), 'too_large'],
    // outcomes#26
    ['points of a rating of an outcome', NewOutcome, 1_000_000, (n) => ({ title: 'O', ratings: [{ points: n }] }), 'too_large'],
    // outcomes#26
    ['points of mastery', Mastery, 1_000_000, (n) => ({ mastery_points: n }), 'too_large'],
    // quizzes#7
    ['minutes of a quiz', QuizParameters, 1_051_200, (n) => ({ time_limit: n }), 'too_large'],
    // quizzes#7
    ['attempts at a quiz', QuizParameters, 1_000_000, (n) => ({ allowed_attempts: n }), 'too_large'],
    // quizzes#8
    ['an address filter', QuizParameters, 10_000, (n) => ({ ip_filter: '10.0.0.1'.padEnd(n) }), 'too_long'],
    // quizzes#32
    ['points of a question', QuestionParameters, 1_000_000, (n) => ({ points_possible: n }), 'too_large'],
    // rubrics#7
    ['criteria of a rubric', RubricParameters, 100, (n) => ({ criteria: many(n, () => ({})) }), 'too_long'],
    // rubrics#7
    ['ratings of a criterion', RubricParameters, 100, (n) => ({ criteria: [{ ratings: many(n, () => ({ points: 1 })) }] }), 'too_long'],
    // rubrics#7
    ['points of a criterion', RubricParameters, 1_000_000, (n) => ({ criteria: [{ points: n }] }), 'too_large'],
    // rubrics#7
    ['points of mastery of a criterion', RubricParameters, 1_000_000, (n) => ({ criteria: [{ mastery_points: n }] }), 'too_large'],
    // rubrics#7
    ['points of a rating', RubricParameters, 1_000_000, (n) => ({ criteria: [{ ratings: [{ points: n }] }] }), 'too_large'],
    // rubrics#7
    ['what a criterion says', RubricParameters, 10_000, (n) => ({ criteria: [{ description: word(n) }] }), 'too_long'],
    // rubrics#7
    ['what a rating says', RubricParameters, 10_000, (n) => ({ criteria: [{ ratings: [{ description: word(n) }] }] }), 'too_long'],
  ])('%s', (_what, schema, bound, sized, reason) => {
    expect(refusal(schema, sized(bound))).toEqual([]);
    expect(refusal(schema, sized(bound + 1))).toEqual([reason]);
  });

  test.each<[string, z.ZodType, number, (size: number) => object]>([
    // assignments#17
    ['points of an assignment', AssignmentParameters, 0, (n) => ofAssignment({ points_possible: n })],
    ['peer reviews of a submission', AssignmentParameters, 0, (n) => ofAssignment({ peer_review_count: n })],
    ['the weight of an assignment group', GroupParameters, 0, (n) => ({ group_weight: n })],
    // assignments#49
    ['highest ones to drop', GroupParameters, 0, (n) => ({ rules: { drop_highest: n } })],
    ['people of a group', NewGroupCategory, 1, (n) => ({ name: 'Set', group_limit: n })],
    // outcomes#26
    ['points of mastery', Mastery, 0, (n) => ({ mastery_points: n })],
    // quizzes#7
    ['minutes of a quiz', QuizParameters, 1, (n) => ({ time_limit: n })],
    // quizzes#7
    ['attempts at a quiz', QuizParameters, -1, (n) => ({ allowed_attempts: n })],
    // quizzes#32
    ['points of a question', QuestionParameters, 0, (n) => ({ points_possible: n })],
    // rubrics#7
    ['points of a criterion', RubricParameters, 0, (n) => ({ criteria: [{ points: n }] })],
  ])('and no less than its least: %s', (_what, schema, least, sized) => {
    expect(refusal(schema, sized(least))).toEqual([]);
    expect(refusal(schema, sized(least - 1))).toEqual(['too_small']);
  });
});
