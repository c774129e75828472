export const CLOSE_ATTEMPTS = 'close_quiz_attempts';
export const KEEP_SCORES = 'keep_quiz_scores';
export const WRITE_REPORT = 'write_quiz_report';
