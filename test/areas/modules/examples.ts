import { type Examples, fresh, inCourse, type Request, sending, student } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import { unique } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

const module = () => ({ module: { name: unique('Module'), published: true } });
const heading = () => ({ module_item: { type: 'SubHeader', title: unique('Heading'), published: true } });
const modulesOf = (w: World) => `/courses/${w.course}/modules`;

const newModule = async (w: World, server: TestServer): Promise<number> => (await posting(server)(modulesOf(w), module())).id;

/** An item of a module of its own, with what is sent. */
const item =
  (sent?: object): Request =>
  async (w, server) => {
    const module_id = await newModule(w, server);
    const { id } = await posting(server)(`${modulesOf(w)}/${module_id}/items`, heading());
    return { ids: { module_id, id }, ...(sent ? { sent: { ...sent } } : {}) };
  };

const byStudent: Request = async (w, server) => {
  const { one } = await student(w, server);
  await one.client.get(modulesOf(w)).expect(200);
  return { by: one.client, ...(await item()(w, server)) };
};

/** The modules that `fill` makes, by the course: the lists of items are of the first. */
const firstModules = new Map<number, number>();

export const examples: Examples = {
  requests: {
    showModule: fresh('id', modulesOf, module),
    createModule: sending(module),
    updateModule: fresh('id', modulesOf, module, module),
    deleteModule: fresh('id', modulesOf, module),
    relockModule: fresh('id', modulesOf, module),
    showModuleItem: item(),
    createModuleItem: async (w, server) => ({ ids: { module_id: await newModule(w, server) }, sent: heading() }),
    updateModuleItem: item({ module_item: { indent: 1 } }),
    deleteModuleItem: item(),
    markModuleItemRead: byStudent,
    markModuleItemDone: byStudent,
    markModuleItemNotDone: byStudent,
    showModuleItemSequence: (w) => ({ sent: { asset_type: 'Quiz', asset_id: w.quiz } }),
  },
  lists: [
    { operationId: 'listModules', path: inCourse('modules') },
    { operationId: 'listModules', path: inCourse('modules'), query: { include: ['items', 'content_details'] } },
    { operationId: 'listModuleItems', path: (w) => `${modulesOf(w)}/${firstModules.get(w.course)}/items` },
  ],
  fill: async (w, server) => {
    const made = await newModule(w, server);
    const first = firstModules.get(w.course) ?? made;
    firstModules.set(w.course, first);
    await posting(server)(`${modulesOf(w)}/${first}/items`, {
      module_item: { type: 'Assignment', content_id: w.assignment, completion_requirement: { type: 'must_submit' } },
    });
  },
};
