import { type Examples, fresh, inCourse, sending } from '../../helpers/examples.ts';
import type { World } from '../../helpers/filled-world.ts';

const STANDARD = { title: 'Letters', grading_scheme_entry: [{ name: 'P', value: 0 }] };

const inAccount = (below: string) => (w: World) => `/accounts/${w.account}/${below}`;

export const examples: Examples = {
  requests: {
    createCourseGradingStandard: sending(() => STANDARD),
    showCourseGradingStandard: fresh('id', inCourse('grading_standards'), () => STANDARD),
    createAccountGradingStandard: sending(() => STANDARD),
    showAccountGradingStandard: fresh('id', inAccount('grading_standards'), () => STANDARD),
  },
  lists: [
    { operationId: 'listCourseGradingStandards', path: (w) => `/courses/${w.course}/grading_standards` },
    { operationId: 'listAccountGradingStandards', path: (w) => `/accounts/${w.account}/grading_standards` },
  ],
};
