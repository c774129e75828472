import { type Operation, operation } from '../../http/operation.ts';
import { listColors, setColor, setPositions, showColor, showPositions } from './places.ts';
import { ColorParameters, CustomColor, CustomColors, DashboardPositions, PositionParameters } from './schemas.ts';

const tag = 'Preferences';
const path = '/users/:user_id';
const read = { method: 'GET', tag, context: 'user', permission: 'user.private.read' } as const;
const write = { tag, context: 'user', permission: 'user.manage' } as const;
const ids = { asset_string: 'rest' } as const;

/** preferences#1 */
export const preferenceOperations: readonly Operation[] = [
  operation({
    ...read,
    path: `${path}/colors`,
    operationId: 'listColors',
    summary: 'The colors that a user has given to places',
    answer: CustomColors,
    run: (ctx, _input, at) => listColors(ctx, at),
  }),
  operation({
    ...read,
    path: `${path}/colors/:asset_string`,
    operationId: 'showColor',
    summary: 'The color that a user has given to a place',
    ids,
    answer: CustomColor,
    run: (ctx, { path: { asset_string: place } }, at) => showColor(ctx, at, place),
  }),
  operation({
    ...write,
    method: 'PUT',
    path: `${path}/colors/:asset_string`,
    operationId: 'setColor',
    summary: 'Give a place a color',
    ids,
    input: ColorParameters,
    answer: CustomColor,
    run: (ctx, { path: { asset_string: place }, hexcode }, at) => setColor(ctx, at, place, hexcode),
  }),
  operation({
    ...read,
    path: `${path}/dashboard_positions`,
    operationId: 'showDashboardPositions',
    summary: 'Where a user has put places among their cards',
    answer: DashboardPositions,
    run: (ctx, _input, at) => showPositions(ctx, at),
  }),
  operation({
    ...write,
    method: 'PUT',
    path: `${path}/dashboard_positions`,
    operationId: 'setDashboardPositions',
    summary: 'Put several places among the cards of a user; those that are not sent stay',
    input: PositionParameters,
    answer: DashboardPositions,
    run: (ctx, { dashboard_positions: sent }, at) => setPositions(ctx, at, sent),
  }),
];
