import { refusal } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { assessmentOperations } from './assessment-routes.ts';
import { auditOperations } from './audit-routes.ts';
import { examples } from './examples.ts';
import { historyOperations } from './history-routes.ts';
import { applyLatePolicy } from './late-policies.ts';
import { latePolicyOperations } from './late-routes.ts';
import { updateGrades } from './many-grades.ts';
import { gradeMissingWork } from './missing-work.ts';
import { submissionOperations } from './routes.ts';

export const submissions: Area = {
  name: 'submissions',
  operations: [...submissionOperations, ...historyOperations, ...auditOperations, ...assessmentOperations, ...latePolicyOperations],
  examples,
  jobs: [updateGrades, applyLatePolicy, gradeMissingWork],
  constraints: {
    late_policies_course: () => refusal('the course has a late policy already'),
  },
};
