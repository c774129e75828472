import type { PageContext } from './page-contexts.ts';
import { isEditor } from './rules.ts';

type Page = { editingRoles: string };
type Editor = Pick<PageContext, 'kind' | 'manages' | 'oversees' | 'writing'>;

/** Changes the body, at least (pages#16). */
export const mayEdit = (context: Editor, page: Page): boolean => context.manages || isEditor(context.writing, page.editingRoles);

/** Changes everything about the page, and deletes it: in a group whoever changes it at all (pages#17). */
export const mayKeep = (context: Editor, page: Page): boolean => context.manages || (context.kind === 'group' && mayEdit(context, page));

/** Reads what the page said before (pages#23). */
export const readsHistory = (context: Editor, page: Page): boolean => context.oversees || mayEdit(context, page);
