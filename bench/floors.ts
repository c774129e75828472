import type pg from 'pg';
import type { z } from 'zod';
import type { Filled } from './filled.ts';

/** Where answers say that the server is; no request goes there. */
export const BASE_URL = 'https://lectern.example';

/** What Lectern signs with; its floors have to, too. */
export const SECRET_KEY = 'what the bench signs with';

/** What JSON of the database makes of a point in time, as it is answered. */
export const jsonTime = <T extends string | null>(text: T) => (text === null ? text : `${text.slice(0, 19)}Z`);

/** Runs the statement of a floor. */
export type Ask = <Row extends pg.QueryResultRow>(values: readonly unknown[]) => Promise<Row[]>;

export interface Floor {
  /** One statement, prepared once per connection. */
  text: string;
  /** The one thing that a request to the floor names. */
  id(store: Filled): number;
  answer(ask: Ask, id: number, store: Filled): Promise<unknown>;
}

/** One thing that is measured: a request to Lectern, and what answers the same bytes with as little as can be. */
export interface Operation {
  name: string;
  as: keyof Filled['tokens'];
  /** Below /api/v1. */
  path(store: Filled): string;
  answer: z.ZodType;
  /** What is another one in every answer, as the signature of an address is: it is not compared. */
  moving?: RegExp;
  floor: Floor;
}

interface Written<Row extends pg.QueryResultRow> {
  text: string;
  id(store: Filled): number;
  /** What the statement takes; the id alone unless said otherwise. */
  values?(id: number, store: Filled): unknown[];
  /** Rows as the answer; the rows themselves unless said otherwise. Fields stand in the order in which Lectern writes them. */
  present?(rows: Row[], store: Filled): unknown;
}

export const floor = <Row extends pg.QueryResultRow>({ text, id, values, present }: Written<Row>): Floor => ({
  text,
  id,
  async answer(ask, asked, store) {
    const rows = await ask<Row>(values ? values(asked, store) : [asked]);
    return present ? present(rows, store) : rows;
  },
});

export const AVATAR_URL = `${BASE_URL}/images/no-picture.svg`;
