import { listing, operation } from '../../http/operation.ts';
import { anyOf, optional, text } from '../../http/parameters/types.ts';
import { crossList, deCrossList } from './cross-listing.ts';
import { Section, SectionParameters } from './schemas.ts';
import { createSection, deleteSection, listSections, showSection, updateSection } from './sections.ts';

const tag = 'Sections';
const parameters = { course_section: SectionParameters };
const included = { include: optional(anyOf('students', 'avatar_url', 'total_students')) };

/** sections#2; every success answers 200. */
export const sectionOperations = [
  listing({
    method: 'GET',
    path: '/courses/:course_id/sections',
    operationId: 'listSections',
    summary: 'The sections of a course, by id',
    tag,
    context: 'course',
    permission: 'sections.read',
    input: { search_term: optional(text()), ...included },
    paged: 'by number',
    item: Section,
    run: (ctx, { page, ...query }, at) => listSections(ctx, at, query, page),
  }),
  operation({
    method: 'POST',
    path: '/courses/:course_id/sections',
    operationId: 'createSection',
    summary: 'Make a section',
    tag,
    context: 'course',
    permission: 'sections.manage',
    input: parameters,
    answer: Section,
    run: (ctx, { course_section: sent }, at) => createSection(ctx, at, sent),
  }),
  operation({
    method: 'GET',
    path: '/courses/:course_id/sections/:id',
    operationId: 'showCourseSection',
    summary: 'A section of a course',
    tag,
    context: 'course',
    permission: 'sections.read',
    ids: { id: 'section' },
    input: included,
    answer: Section,
    run: (ctx, { path, include }, at) => showSection(ctx, at, path.id, include),
  }),
  operation({
    method: 'GET',
    path: '/sections/:section_id',
    operationId: 'showSection',
    summary: 'A section',
    tag,
    context: 'section',
    permission: 'sections.read',
    input: included,
    answer: Section,
    run: (ctx, { include }, at) => showSection(ctx, at, { by: 'id', id: at.sectionId }, include),
  }),
  operation({
    method: 'PUT',
    path: '/sections/:section_id',
    operationId: 'updateSection',
    summary: 'Change a section',
    tag,
    context: 'section',
    permission: 'sections.manage',
    input: parameters,
    answer: Section,
    run: (ctx, { course_section: sent }, at) => updateSection(ctx, at, sent),
  }),
  operation({
    method: 'DELETE',
    path: '/sections/:section_id',
    operationId: 'deleteSection',
    summary: 'Delete a section without enrollments; answers the former section',
    tag,
    context: 'section',
    permission: 'sections.manage',
    answer: Section,
    run: (ctx, _input, at) => deleteSection(ctx, at),
  }),
  operation({
    method: 'POST',
    path: '/sections/:section_id/crosslist/:new_course_id',
    operationId: 'crossListSection',
    summary: 'Move a section to another course of its root account',
    tag,
    context: 'section',
    permission: 'sections.cross_list',
    ids: { new_course_id: 'course' },
    answer: Section,
    run: (ctx, { path }, at) => crossList(ctx, at, path.new_course_id),
  }),
  operation({
    method: 'DELETE',
    path: '/sections/:section_id/crosslist',
    operationId: 'deCrossListSection',
    summary: 'Bring a cross-listed section back to its original course',
    tag,
    context: 'section',
    permission: 'sections.cross_list',
    answer: Section,
    run: (ctx, _input, at) => deCrossList(ctx, at),
  }),
];
