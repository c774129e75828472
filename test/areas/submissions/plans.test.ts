import { expect, test } from 'vitest';
import { declaredStatements } from '../../guards/declared.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

// submissions#100
test.each(['grade_changes_of_grader_', 'grade_changes_of_student_', 'grade_changes_of_assignment_'])(
  '%s finds changes by whose they are, and not by the courses that the caller administers',
  async (name) => {
    const pages = (await declaredStatements()).filter((statement) => statement.name.startsWith(name));
    expect(pages.length).toBeGreaterThan(0);
    for (const { text } of pages) {
      const { rows } = await server.database.pool.query(`explain (generic_plan) ${text}`);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/ANY \((?:c\.|c_1\.)?account_id = \(hashed SubPlan/);
    }
  },
);
