import { z } from 'zod';
import type { Ctx } from '../../access/context.ts';
import { notFound } from '../../http/errors.ts';
import type { OpenRoute } from '../../http/open-routes.ts';
import { verify } from '../../http/signing.ts';
import { NO_PICTURE_PATH, noPictureUrl, PICTURE } from '../users/avatars.ts';

/** An image that a user has uploaded to the folder `profile pictures`. */
export interface Picture {
  /** Of the file. */
  id: number;
  displayName: string;
  filename: string;
  contentType: string;
  size: number;
  /** Where the image itself can be seen for some time, without a token. */
  url: string;
}

/** One for each image in the folder `profile pictures` of a user (D3.10). Files bring them; so far nobody has any. */
export async function pictures(_ctx: Pick<Ctx, 'db' | 'baseUrl' | 'secretKey' | 'now'>, _userId: number): Promise<Picture[]> {
  return [];
}

const Signed = z.object({ user: z.int(), file: z.int() });

/** The lasting address of an uploaded avatar, which leads on to where the image is now; to the silhouette once it is deleted. */
const pictureRoute: OpenRoute = {
  path: '/images/avatars/:token',
  async answer({ database: db, ...around }, token) {
    const signed = Signed.safeParse(verify(around.secretKey, PICTURE, token));
    if (!signed.success) throw notFound();
    const { user, file } = signed.data;
    const found = (await pictures({ db, ...around }, user)).find((picture) => picture.id === file);
    return {
      status: 302,
      headers: { location: found?.url ?? noPictureUrl(around), 'cache-control': 'no-cache', 'content-type': 'text/plain; charset=utf-8' },
      body: '',
    };
  },
};

const SILHOUETTE = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128" role="img" aria-label="no picture">
  <rect width="128" height="128" fill="#d8dde3"/>
  <circle cx="64" cy="48" r="24" fill="#8a96a3"/>
  <path d="M16 128a48 44 0 0 1 96 0z" fill="#8a96a3"/>
</svg>
`;

/** The picture of those who have none. */
const noPictureRoute: OpenRoute = {
  path: NO_PICTURE_PATH,
  answer: async () => ({
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
    body: SILHOUETTE,
  }),
};

export const pictureRoutes = [pictureRoute, noPictureRoute];
