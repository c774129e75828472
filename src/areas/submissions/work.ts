import { html } from '../../http/parameters/html.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { lastOf } from '../../http/parameters/nesting.ts';
import { list, oneOf, type Reader, Refused, text } from '../../http/parameters/types.ts';
import { invalidField } from '../../kernel/errors.ts';
import { MediaType } from '../../store/generated/enums.ts';
import type { SubmissionType } from '../../store/stored/assignments.ts';
import { TURNED_IN_TYPES, type WorkParameters } from './parameters.ts';

/** What is turned in, ready to be stored. */
export interface Work {
  type: SubmissionType;
  body: string | null;
  url: string | null;
  mediaCommentId: string | null;
  mediaCommentType: 'audio' | 'video' | null;
  fileIds: number[];
}

export const emptyWork = (type: SubmissionType): Work => ({
  type,
  body: null,
  url: null,
  mediaCommentId: null,
  mediaCommentType: null,
  fileIds: [],
});

/** Reads one field; missing or empty, and whatever is wrong with it, is 400 under its name (submissions#20). */
function need<T>(sent: WorkParameters, name: keyof WorkParameters, reader: Reader<T>): T {
  const raw = sent[name];
  const value = raw === undefined ? new Refused('blank', 'is required') : reader.read(raw);
  if (value instanceof Refused) throw invalidField(name, value.type, value.message);
  return value;
}

function body(sent: WorkParameters): string {
  const cleaned = need(sent, 'body', html());
  if (cleaned.trim() === '') throw invalidField('body', 'blank', 'is required');
  return cleaned;
}

const MAX_ADDRESS = 8_000;
/** `host:80/path` begins with no scheme, though it looks so. */
const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d+(?:[/?#]|$))/i;
const NO_ADDRESS = new Refused('invalid', 'must be an address that begins with http:// or https://');

/** Without a scheme `http` is meant (submissions#21). */
export function readAddress(sent: string): string | Refused {
  const given = sent.trim();
  if (given === '') return new Refused('blank', 'is required');
  if (/[\p{Cc}\s\\]/u.test(given)) return NO_ADDRESS;
  const address = SCHEME.test(given) ? given : given.startsWith('//') ? `http:${given}` : `http://${given}`;
  if (!/^https?:\/\/[^/?#]/i.test(address) || !URL.canParse(address)) return NO_ADDRESS;
  return new URL(address).hostname === '' ? NO_ADDRESS : address;
}

const address = (): Reader<string> => {
  const words = text(MAX_ADDRESS);
  return {
    schema: words.schema,
    read(raw) {
      const value = words.read(raw);
      return value instanceof Refused ? value : readAddress(value);
    },
  };
};

const MOST_FILES = 100;

function fileIds(sent: WorkParameters): number[] {
  const forms = need(sent, 'file_ids', list(idForm('plain')));
  if (forms.length === 0) throw invalidField('file_ids', 'blank', 'is required');
  if (forms.length > MOST_FILES) throw invalidField('file_ids', 'too_long', `names more than ${MOST_FILES} files`);
  return [...new Set(forms.map((form) => form.id))];
}

function mediaId(sent: WorkParameters): string {
  const id = need(sent, 'media_comment_id', text());
  if (id.trim() === '') throw invalidField('media_comment_id', 'blank', 'is required');
  return id;
}

/** The type has to be one that the assignment takes; it says which of the other fields is read (submissions#19, submissions#20). */
export function readWork(sent: WorkParameters, taken: readonly SubmissionType[]): Work {
  const type = need({ ...sent, submission_type: lastOf(sent.submission_type) }, 'submission_type', oneOf(...TURNED_IN_TYPES));
  if (!taken.includes(type)) throw invalidField('submission_type', 'invalid', 'is not taken by this assignment');
  const work = emptyWork(type);
  switch (type) {
    case 'online_text_entry':
      return { ...work, body: body(sent) };
    case 'online_url':
      return { ...work, url: need(sent, 'url', address()) };
    case 'online_upload':
      return { ...work, fileIds: fileIds(sent) };
    case 'media_recording':
      return {
        ...work,
        mediaCommentId: mediaId(sent),
        mediaCommentType: need(sent, 'media_comment_type', oneOf(...Object.values(MediaType))),
      };
  }
}
