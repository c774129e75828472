import type { QuestionType } from '../generated/enums.ts';

/** An answer of a question as it is answered to those who edit it (quizzes#40); what its type does not have is absent. */
export interface QuestionAnswer {
  id: number;
  answer_text?: string;
  /** In percent of the question's points. */
  answer_weight: number;
  answer_comments?: string;
  numerical_answer_type?: 'exact_answer' | 'range_answer';
  answer_exact?: number;
  answer_error_margin?: number;
  answer_range_start?: number;
  answer_range_end?: number;
  answer_match_left?: string;
  answer_match_right?: string;
  match_id?: number;
  blank_id?: string;
}

/** A question as it stands in a version. */
export interface VersionQuestion {
  id: number;
  position: number;
  name: string;
  text: string | null;
  type: QuestionType;
  /** Where the question is in a group, what the group says. */
  pointsPossible: number;
  answers: QuestionAnswer[];
  /** Absent where each attempt has it; else how many questions of its group an attempt draws (quizzes#102). */
  group?: { id: number; picks: number };
}

/** What a grader has said of a question of an attempt (quizzes#72). */
export interface ManualScore {
  score?: number;
  comment?: string;
}

/** The scores that graders gave, by the question's id. */
export type ManualScores = Readonly<Record<string, ManualScore>>;

/** What came with an event of an attempt, in whatever form the client gave it. */
export type EventData = string | number | boolean | null | readonly EventData[] | { readonly [name: string]: EventData };

/** What columns hold, named after table and column: prisma/schema refers to these by name. */
declare global {
  namespace Stored {
    type QuizQuestionsAnswers = QuestionAnswer[];
    type QuizVersionsQuestions = VersionQuestion[];
    type QuizAttemptsManualScores = ManualScores;
    type QuizEventsData = EventData;
  }
}
