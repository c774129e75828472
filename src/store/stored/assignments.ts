/** Which results of a group of assignments do not count (assignments#50); only what is set is there. */
export interface GroupRules {
  drop_lowest?: number;
  drop_highest?: number;
  never_drop?: number[];
}

export const SUBMISSION_TYPES = [
  'discussion_topic',
  'online_quiz',
  'on_paper',
  'none',
  'external_tool',
  'online_text_entry',
  'online_url',
  'online_upload',
  'media_recording',
] as const;

export type SubmissionType = (typeof SUBMISSION_TYPES)[number];

export interface ExternalTool {
  url: string | null;
  new_tab: boolean;
}

/** assignments#40. */
export interface CheckerSettings {
  originality_report_visibility: 'immediate' | 'after_grading' | 'after_due_date';
  s_paper_check: boolean;
  internet_check: boolean;
  journal_check: boolean;
  exclude_biblio: boolean;
  exclude_quoted: boolean;
  exclude_small_matches_type: 'percent' | 'words' | null;
  exclude_small_matches_value: number | null;
}

/** What columns hold, named after table and column: prisma/schema refers to these by name. */
declare global {
  namespace Stored {
    type AssignmentGroupsRules = GroupRules;
    type AssignmentsSubmissionTypes = SubmissionType;
    type AssignmentsExternalTool = ExternalTool;
    type AssignmentsCheckerSettings = CheckerSettings;
  }
}
