/** Mails what is to be told at once. */
export const MAIL_NOTIFICATIONS = 'mail_notifications';
export const MAIL_DAILY = 'mail_daily_summaries';
export const MAIL_WEEKLY = 'mail_weekly_summaries';
