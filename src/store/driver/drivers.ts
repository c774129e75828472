import type { Driver } from './driver.ts';
import { own } from './own.ts';
import { plain, plainUnnamed } from './plain.ts';
import { ownUnnamed } from './unnamed.ts';

export const DRIVER_NAMES = ['own', 'plain'] as const;
export type DriverName = (typeof DRIVER_NAMES)[number];

export const DRIVERS: Readonly<Record<DriverName, Driver>> = { own, plain };

/**
 * The same where a connection has another session for each transaction: no statement has a name, and `setting`, a statement that gives no
 * rows, goes before each that is alone, and with each BEGIN.
 */
export const UNNAMED_DRIVERS: Readonly<Record<DriverName, (setting: string) => Driver>> = { own: ownUnnamed, plain: plainUnnamed };
