import { z } from 'zod';
import { DOWNLOAD, downloadAddress } from '../src/areas/files/json.ts';
import { File, Folder } from '../src/areas/files/schemas.ts';
import { signedParameters } from '../src/http/signing.ts';
import { sortKeySql } from '../src/store/sort-key.ts';
import { sql } from '../src/store/sql/sql.ts';
import { BASE_URL, floor, type Operation, SECRET_KEY } from './floors.ts';
import { analyze, type Step } from './sizes.ts';

const FOLDERS = 40;
const FILES = 600;
/** Folders are numbered from the root on; half of the files are in the first one below it. */
const ROOT_FOLDER = 1;
const FULL_FOLDER = 2;
const FULL_NAME = 'Week 1';

/** Of the course; one in ten folders is hidden, and one in ten files. Nobody downloads them: there are no bytes. */
export const fileSteps = (courseId: number, teacherId: number): Step[] => [
  {
    text: `insert into folders (course_id, ancestors, name, sort_key) values ($1, '{}', 'course files', 'course files')`,
    values: [courseId],
  },
  {
    text: `insert into folders (course_id, parent_id, ancestors, name, sort_key, hidden)
      select $1, ${ROOT_FOLDER}, array[${ROOT_FOLDER}], name, ${sortKeySql(sql`name`).text}, n % 10 = 9
      from generate_series(1, ${FOLDERS}) n cross join lateral (select 'Week ' || n as name) t order by n`,
    values: [courseId],
  },
  analyze('folders'),
  {
    text: `insert into attachments (uuid, course_id, folder_id, uploader_id, display_name, sort_key, filename, content_type, size, storage_key, hidden)
      select md5('file ' || n)::uuid, $1, case when n % 2 = 0 then ${FULL_FOLDER} else ${ROOT_FOLDER} + n % ${FOLDERS} end, $2, name, ${sortKeySql(sql`name`).text}, name,
        (array['text/plain', 'image/png', 'application/pdf'])[1 + n % 3], 1000 + n * 7919 % 100000, 'bench ' || n, n % 10 = 7
      from generate_series(1, ${FILES}) n
        cross join lateral (select 'Notes ' || n * 7919 % 10000 || (array['.txt', '.png', '.pdf'])[1 + n % 3] as name) t order by n`,
    values: [courseId, teacherId],
  },
  analyze('attachments'),
];

interface FileRow {
  id: number;
  uuid: string;
  folder_id: number;
  display_name: string;
  filename: string;
  content_type: string;
  size: number;
  created_at: string;
  updated_at: string;
  hidden: boolean;
}

const KIND: Readonly<Record<string, File['mime_class']>> = { 'text/plain': 'text', 'image/png': 'image', 'application/pdf': 'pdf' };
const DAY_MS = 86_400_000;

function files(rows: readonly FileRow[]): File[] {
  const until = new Date(Date.now() + DAY_MS);
  return rows.map((row) => {
    const signed = new URLSearchParams(signedParameters(SECRET_KEY, DOWNLOAD, [row.id, row.uuid], until));
    const url = `${downloadAddress(BASE_URL, row.id)}?${signed.toString()}`;
    return {
      id: row.id,
      uuid: row.uuid,
      folder_id: row.folder_id,
      display_name: row.display_name,
      filename: row.filename,
      'content-type': row.content_type,
      mime_class: KIND[row.content_type] ?? 'file',
      size: row.size,
      url,
      created_at: row.created_at,
      updated_at: row.updated_at,
      modified_at: row.created_at,
      locked: false,
      hidden: row.hidden,
      locked_for_user: false,
      hidden_for_user: false,
      thumbnail_url: row.content_type.startsWith('image/') ? url : null,
    };
  });
}

interface FolderRow {
  id: number;
  name: string;
  full_name: string;
  parent_id: number | null;
  course_id: number;
  files_count: number;
  folders_count: number;
  created_at: string;
  updated_at: string;
}

const folders = (rows: readonly FolderRow[]): Folder[] =>
  rows.map((row) => ({
    id: row.id,
    name: row.name,
    full_name: row.full_name,
    parent_folder_id: row.parent_id,
    context_type: 'Course',
    context_id: row.course_id,
    files_count: row.files_count,
    folders_count: row.folders_count,
    locked: false,
    hidden: false,
    locked_for_user: false,
    hidden_for_user: false,
    can_upload: false,
    for_submissions: false,
    files_url: `${BASE_URL}/api/v1/folders/${row.id}/files`,
    folders_url: `${BASE_URL}/api/v1/folders/${row.id}/folders`,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }));

/** To a student, in a store in which nothing is locked. */
const filesWhere = (
  where: string,
): string => `select f.id, f.uuid, f.folder_id, f.display_name, f.filename, f.content_type, f.size::int, f.created_at, f.updated_at, f.hidden
  from attachments f join folders fo on fo.id = f.folder_id
  where ${where} and not f.deleted and not (f.hidden or f.locked or fo.hidden or fo.locked) order by f.sort_key, f.id limit 10`;
const foldersWhere = (
  where: string,
  order: string,
): string => `select fo.id, fo.name, fo.parent_id, fo.course_id, fo.created_at, fo.updated_at,
    concat_ws('/', (select string_agg(above.name, '/' order by cardinality(above.ancestors)) from folders above where above.id = any(fo.ancestors)), fo.name) as full_name,
    (select count(*)::int from attachments f where f.folder_id = fo.id and not f.deleted and not (f.hidden or f.locked)) as files_count,
    (select count(*)::int from folders below where below.parent_id = fo.id and not below.deleted and not (below.hidden or below.locked)) as folders_count
  from (select * from folders fo where ${where} and not fo.deleted and not (fo.hidden or fo.locked) order by ${order} limit 10) fo order by ${order}`;

const SIGNED = /\?expires=\d+&signature=[\w-]+/g;

export const fileListOperations: readonly Operation[] = [
  {
    name: 'GET /courses/:id/files',
    as: 'student',
    path: (store) => `/courses/${store.courseId}/files`,
    answer: z.array(File),
    moving: SIGNED,
    floor: floor<FileRow>({ id: (store) => store.courseId, text: filesWhere('f.course_id = $1'), present: files }),
  },
  {
    name: 'GET /folders/:id/files',
    as: 'student',
    path: () => `/folders/${FULL_FOLDER}/files`,
    answer: z.array(File),
    moving: SIGNED,
    floor: floor<FileRow>({ id: () => FULL_FOLDER, text: filesWhere('f.folder_id = $1'), present: files }),
  },
  {
    name: 'GET /courses/:id/folders',
    as: 'student',
    path: (store) => `/courses/${store.courseId}/folders`,
    answer: z.array(Folder),
    floor: floor<FolderRow>({ id: (store) => store.courseId, text: foldersWhere('fo.course_id = $1', 'fo.id'), present: folders }),
  },
  {
    name: 'GET /folders/:id/folders',
    as: 'student',
    path: () => `/folders/${ROOT_FOLDER}/folders`,
    answer: z.array(Folder),
    floor: floor<FolderRow>({ id: () => ROOT_FOLDER, text: foldersWhere('fo.parent_id = $1', 'fo.sort_key, fo.id'), present: folders }),
  },
  {
    name: 'GET /courses/:id/folders/by_path/:path',
    as: 'student',
    path: (store) => `/courses/${store.courseId}/folders/by_path/${encodeURIComponent(FULL_NAME)}`,
    answer: z.array(Folder),
    floor: floor<FolderRow>({
      id: (store) => store.courseId,
      values: (id) => [id, FULL_NAME],
      text: foldersWhere(`fo.course_id = $1 and (fo.parent_id is null or fo.name = $2)`, 'cardinality(fo.ancestors)'),
      present: folders,
    }),
  },
];
