import type { Examples } from '../../helpers/examples.ts';

export const examples: Examples = {
  requests: {
    listTodo: (w) => ({ by: w.author.client }),
    listTodoOfCourse: (w) => ({ by: w.author.client }),
    countTodo: (w) => ({ by: w.author.client }),
    ignoreTodo: (w) => ({ by: w.author.client, ids: { asset: `assignment_${w.assignment}`, kind: 'submitting' } }),
  },
};
