/** What is done in the background, under this name. */
export const PUBLISH_PAGE = 'publish_page';
