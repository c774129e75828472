/** What the reference begins with, as Markdown: all that is the same for every operation, on one screen. */
export const INTRODUCTION = `
A learning management system over JSON and HTTP: accounts, courses, people, files, discussions, assignments, quizzes, grades, outcomes.

**Tokens.** Every request says who asks: \`Authorization: Bearer <token>\`. The first start prints tokens; \`npm run token -- --user <id or login>\` makes one, and so does \`POST /api/v1/users/self/tokens\`. What a request does not have a right to is answered with 401, what its caller may not even know of with 404.

**Requests.** Parameters are a query, a form or JSON, and mean the same: \`{"course": {"name": "Biology"}}\` is \`course[name]=Biology\`, \`{"include": ["sections"]}\` is \`include[]=sections\`. A name that an operation does not know is ignored, and named in \`X-Ignored-Parameters\`. Times are ISO 8601; one without an offset is in the time zone of the caller.

**Ids.** Ids are numbers; with \`Accept: application/json+canvas-string-ids\` they are answered as text. In a path, \`self\` is the caller, as an account the caller's root account, and courses, sections, accounts and users are found by SIS ids, too: \`/courses/sis_course_id:BIO-1\`.

**Pages.** Lists come in pages of \`per_page\` (10, at most 100). The \`Link\` header leads to the others: follow it, and make up no page of your own.

**Errors.** A refusal is \`{"errors": [{"message": …}]}\`, or a map from each field that is wrong to what is wrong with it. 429 and 503 say in \`Retry-After\` when to try again. \`X-Request-Id\` names a request in the logs.

**Files.** An upload takes three steps: announce the file (\`POST …/files\` with its \`name\`), send its bytes with all \`upload_params\` to the \`upload_url\` of the answer, follow where that leads.
`.trim();
