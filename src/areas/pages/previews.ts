import { invalidField } from '../../kernel/errors.ts';
import type { Preview } from './schemas.ts';

/** What would be kept of a text (pages#27); the parameter has been cleaned as it was read. Nothing of it is stored. */
export async function previewHtml(sent: { html?: string | undefined }): Promise<Preview> {
  if (sent.html === undefined) throw invalidField('html', 'blank', 'is required');
  return { html: sent.html };
}
