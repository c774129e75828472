const SECRET = /(?:^|\[)(?:access_token|access_code|validation_token|password|signature|feed_code)\]?(?:\[\])?$/;

/** Whether a parameter holds what is never repeated: not in page views, logs or addresses that the server writes (D1.14). */
export const isSecret = (name: string): boolean => SECRET.test(name);
