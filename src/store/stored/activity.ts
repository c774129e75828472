/** notifications#1. */
export const CATEGORIES = [
  'Due Date',
  'Assignment Changed',
  'Grading',
  'Submission Comment',
  'Announcement',
  'Discussion',
  'Discussion Entry',
  'Conversation Message',
  'Added To Conversation',
  'Invitation',
  'Registration',
] as const;
