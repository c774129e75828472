import { type AccountSettings, SETTING_DEFAULTS } from '../store/stored/accounts.ts';

export type Settings = Required<AccountSettings>;

/** A setting that an account does not set is its parent's; the root's is the default (accounts#8). `chain` goes from the root down. */
export function effectiveSettings(chain: readonly AccountSettings[]): Settings {
  return Object.assign({}, SETTING_DEFAULTS, ...chain);
}
