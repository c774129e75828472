import { z } from 'zod';
import { plainRoute } from '../../http/plain-routes.ts';
import { verify } from '../../http/signing.ts';
import { notFound } from '../../kernel/errors.ts';
import { picturesOf } from '../files/pictures.ts';
import { NO_PICTURE_PATH, noPictureUrl, PICTURE } from '../users/avatars.ts';

const Signed = z.object({ user: z.int(), file: z.int() });

/** The lasting address of an uploaded avatar, which leads on to where the image is now; to the silhouette once it is deleted. */
const pictureRoute = plainRoute({
  operationId: 'showAvatar',
  summary: 'The picture of a user who uploaded one',
  tag: 'Users',
  path: '/images/avatars/:token',
  async answer({ database: db, ...dependencies }, token) {
    const signed = Signed.safeParse(verify(dependencies.services.secretKey, PICTURE, token));
    if (!signed.success) throw notFound();
    const { user, file } = signed.data;
    const found = (await picturesOf({ db, ...dependencies }, user)).find((picture) => picture.id === file);
    return {
      status: 302,
      headers: {
        location: found?.url ?? noPictureUrl(dependencies),
        'cache-control': 'no-cache',
        'content-type': 'text/plain; charset=utf-8',
      },
      body: '',
    };
  },
});

const SILHOUETTE = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128" role="img" aria-label="no picture">
  <rect width="128" height="128" fill="#d8dde3"/>
  <circle cx="64" cy="48" r="24" fill="#8a96a3"/>
  <path d="M16 128a48 44 0 0 1 96 0z" fill="#8a96a3"/>
</svg>
`;

/** The picture of those who have none. */
const noPictureRoute = plainRoute({
  operationId: 'showNoPicture',
  summary: 'The picture of those who have none',
  tag: 'Users',
  path: NO_PICTURE_PATH,
  answer: async () => ({
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
    body: SILHOUETTE,
  }),
});

export const pictureRoutes = [pictureRoute, noPictureRoute];
