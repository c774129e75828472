-- Those from before the triggers. Where somebody is renamed meanwhile, whichever comes second waits: this one finds no row without a key
-- then, and the other one writes the new key.
update enrollments e set sort_key = u.sort_key from users u where u.id = e.user_id and e.sort_key = '';
