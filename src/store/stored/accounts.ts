/** The settings an account sets itself; what is absent is its parent's (accounts#8). */
export interface AccountSettings {
  enable_draft?: boolean;
  enable_avatars?: boolean;
  enable_gravatar?: boolean;
  checker_available?: boolean;
  freezer_available?: boolean;
  media_available?: boolean;
  frozen_attributes?: string[];
  user_quota_mb?: number;
  course_quota_mb?: number;
  students_can_create_discussions?: boolean;
}

/** What a root account has that sets nothing itself (accounts#7). */
export const SETTING_DEFAULTS: Readonly<Required<AccountSettings>> = {
  enable_draft: true,
  enable_avatars: true,
  enable_gravatar: false,
  checker_available: false,
  freezer_available: false,
  media_available: true,
  frozen_attributes: [],
  user_quota_mb: 50,
  course_quota_mb: 500,
  students_can_create_discussions: true,
};

/** What columns hold, named after table and column: prisma/schema refers to these by name. */
declare global {
  namespace Stored {
    type AccountsSettings = AccountSettings;
  }
}
