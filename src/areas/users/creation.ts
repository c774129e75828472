import type { Ctx, TxCtx } from '../../access/context.ts';
import type { AccountAccess } from '../../access/context-access.ts';
import { type FieldError, invalidField, invalidFields } from '../../kernel/errors.ts';
import { sortKey } from '../../store/sort-key.ts';
import { publishEvent } from '../events/events.ts';
import { refreshAccounts, refreshSearchText } from './belonging.ts';
import { mailNewAccount } from './confirmation.ts';
import { sortableName } from './names.ts';
import { isAddress } from './parameters.ts';
import { hashPassword } from './passwords.ts';
import { singleUser } from './people.ts';
import type { User } from './schemas.ts';

interface NewUser {
  name?: string | undefined;
  short_name?: string | undefined;
  sortable_name?: string | undefined;
  time_zone?: string | undefined;
  locale?: string | undefined;
  birthdate?: string | undefined;
}
export interface NewLogin {
  unique_id?: string | undefined;
  password?: string | undefined;
  /** Set by those who may manage SIS: the account's administrators, who alone make users (users#3). */
  sis_user_id?: string | null | undefined;
  send_confirmation?: boolean | undefined;
}
interface NewChannel {
  type?: string | undefined;
  address?: string | undefined;
  skip_confirmation?: boolean | undefined;
}
interface NewPerson {
  user: NewUser;
  pseudonym: NewLogin;
  communication_channel: NewChannel;
}

export const loginTaken = () => invalidField('unique_id', 'taken', 'is the login of somebody else');
export const sisUserIdTaken = () => invalidField('sis_user_id', 'taken', 'is the SIS id of somebody else');
export const malformedAddress = (type: string): FieldError => ({
  attribute: 'address',
  type: 'invalid',
  message: `is no address for ${type}`,
});

/** users#26, what is judged by the day or by another parameter, all at once. */
function problems({ user, communication_channel: channel }: NewPerson, today: string): FieldError[] {
  const found: FieldError[] = [];
  if (user.birthdate !== undefined && user.birthdate >= today)
    found.push({ attribute: 'birthdate', type: 'invalid', message: 'must be in the past' });
  const type = channel.type ?? 'email';
  if (channel.address !== undefined && !isAddress(type, channel.address)) found.push(malformedAddress(type));
  return found;
}

/** users#24: the user, the login and the channel are made together or not at all. */
export async function createUser(ctx: Ctx, at: AccountAccess, person: NewPerson): Promise<User> {
  const wrong = problems(person, ctx.now.toISOString().slice(0, 10));
  if (wrong.length > 0) throw invalidFields(wrong);
  const { password } = person.pseudonym;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return ctx.tx(async (tx) => {
    const id = await insertPerson(tx, { id: at.account.id, rootAccountId: at.account.rootAccountId }, person, passwordHash);
    if (person.pseudonym.send_confirmation) {
      await mailNewAccount(tx, id);
      await publishEvent(tx, 'registered', { userId: id });
    }
    return singleUser(tx, id, 'admin');
  });
}

/** Inserts a user with a login, gives back the user's id. */
export async function insertPerson(
  tx: TxCtx,
  account: { id: number; rootAccountId: number },
  person: NewPerson,
  passwordHash: string | null,
): Promise<number> {
  const { user, pseudonym, communication_channel: channel } = person;
  const login = pseudonym.unique_id ?? '';
  const name = user.name || login;
  const sortable = user.sortable_name ?? sortableName(name);
  const made = await tx.db.prisma.user.create({
    data: {
      rootAccountId: account.rootAccountId,
      name,
      shortName: user.short_name ?? name,
      sortableName: sortable,
      sortKey: sortKey(sortable),
      timeZone: user.time_zone ?? null,
      locale: user.locale ?? null,
      // Prisma writes a date as its beginning in UTC.
      birthdate: user.birthdate === undefined ? null : new Date(`${user.birthdate}T00:00:00Z`),
    },
    select: { id: true },
  });
  await tx.db.prisma.pseudonym.create({
    data: {
      userId: made.id,
      accountId: account.id,
      rootAccountId: account.rootAccountId,
      uniqueId: login,
      sisUserId: pseudonym.sis_user_id ?? null,
      passwordHash,
    },
    select: { id: true },
  });
  if (channel.address !== undefined) {
    const { type = 'email', address, skip_confirmation: skip } = channel;
    await tx.db.prisma.communicationChannel.create({
      data: { userId: made.id, type, address, position: 1, state: skip ? 'active' : 'unconfirmed' },
      select: { id: true },
    });
  }
  await refreshSearchText(tx, made.id);
  await refreshAccounts(tx, [made.id]);
  return made.id;
}
