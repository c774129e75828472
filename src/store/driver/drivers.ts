import type { Driver } from './driver.ts';
import { own } from './own.ts';
import { plain } from './plain.ts';

export const DRIVER_NAMES = ['own', 'plain'] as const;
export type DriverName = (typeof DRIVER_NAMES)[number];

export const DRIVERS: Readonly<Record<DriverName, Driver>> = { own, plain };
