import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createTopicInCourse: { path: { course_id: 1 }, body: { title: 'Exam', message: '<p>What will be asked?</p>' } },
  updateTopicInCourse: { path: { course_id: 1, topic_id: 2 }, body: { message: '<p>Ask here, and answer each other.</p>' } },
  createEntryInCourse: { path: { course_id: 1, topic_id: 2 }, body: { message: 'When is the lab open?' } },
  createReplyInCourse: { path: { course_id: 1, topic_id: 2, entry_id: 1 }, body: { message: 'Every day until six.' } },
  updateEntryInCourse: { by: 'student1', path: { course_id: 1, topic_id: 2, entry_id: 1 }, body: { message: 'Did you stain yours?' } },
  markEntryReadInCourse: { path: { course_id: 1, topic_id: 2, entry_id: 1 }, body: { forced_read_state: true } },
  markAllEntriesReadInCourse: { path: { course_id: 1, topic_id: 2 }, body: { forced_read_state: false } },
  reorderTopicsInCourse: { path: { course_id: 1 }, body: { order: [2] } },
  rateEntryInCourse: { path: { course_id: 1, topic_id: 2, entry_id: 1 }, body: { rating: 1 } },
  createTopicInGroup: { by: 'student1', path: { group_id: 1 }, body: { title: 'Exam', message: '<p>What will be asked?</p>' } },
  updateTopicInGroup: { by: 'student1', path: { group_id: 1, topic_id: 5 }, body: { message: '<p>Ask here, and answer each other.</p>' } },
  createEntryInGroup: { by: 'student1', path: { group_id: 1, topic_id: 5 }, body: { message: 'When is the lab open?' } },
  createReplyInGroup: { by: 'student1', path: { group_id: 1, topic_id: 5, entry_id: 8 }, body: { message: 'Every day until six.' } },
  updateEntryInGroup: { by: 'student1', path: { group_id: 1, topic_id: 5, entry_id: 8 }, body: { message: 'Did you stain yours?' } },
  markEntryReadInGroup: { by: 'student1', path: { group_id: 1, topic_id: 5, entry_id: 8 }, body: { forced_read_state: true } },
  markAllEntriesReadInGroup: { by: 'student1', path: { group_id: 1, topic_id: 5 }, body: { forced_read_state: false } },
  reorderTopicsInGroup: { path: { group_id: 1 }, body: { order: [5] } },
  rateEntryInGroup: { by: 'student1', path: { group_id: 1, topic_id: 5, entry_id: 8 }, body: { rating: 1 } },
  createTopicInCollectionItem: { path: { collection_item_id: 1 }, body: { title: 'Exam', message: '<p>What will be asked?</p>' } },
  updateTopicInCollectionItem: {
    path: { collection_item_id: 1, topic_id: 'self' },
    body: { message: '<p>Ask here, and answer each other.</p>' },
  },
  createEntryInCollectionItem: { path: { collection_item_id: 1, topic_id: 'self' }, body: { message: 'When is the lab open?' } },
  createReplyInCollectionItem: {
    path: { collection_item_id: 1, topic_id: 'self', entry_id: 7 },
    body: { message: 'Every day until six.' },
  },
  updateEntryInCollectionItem: {
    path: { collection_item_id: 1, topic_id: 'self', entry_id: 7 },
    body: { message: 'Did you stain yours?' },
  },
  rateEntryInCollectionItem: { path: { collection_item_id: 1, topic_id: 'self', entry_id: 7 }, body: { rating: 1 } },
  markEntryReadInCollectionItem: { path: { collection_item_id: 1, topic_id: 'self', entry_id: 7 }, body: { forced_read_state: true } },
  markAllEntriesReadInCollectionItem: { path: { collection_item_id: 1, topic_id: 'self' }, body: { forced_read_state: false } },
};
