/** What can fail while a connector is built, published or taken away: a part of the catalogue. */
import { entry } from '../kit/problem-entry.ts'

export const builderProblems = {
  'connector/not-available': entry(422, 'Not available', 'The connector uses something that is not available yet.'),
  'egress/refused': entry(
    422,
    'Address refused',
    "Connectors can't reach this address. Its network is private or reserved, or its port is closed. An administrator can request a private endpoint under Network Connectivity. The operator can allow addresses with EGRESS_ALLOW.",
  ),
  'shape/too-large': entry(422, 'Too large', 'The example records of one system are too large.'),
  'template/not-found': entry(404, 'Not found', "This template or public connector doesn't exist."),
  'template/stale': entry(409, 'Changed elsewhere', 'Someone changed this public connector after you opened it.'),
  'template/decided': entry(409, 'Already decided', 'This public connector has already been decided.'),
  'template/list-failed': entry(0, 'Templates not loaded', 'Failed to fetch templates', true),
  'template/read-failed': entry(0, 'Template not loaded', 'Failed to fetch template', true),
  'template/create-failed': entry(0, 'Not published', 'Create public connector failed', true),
  'template/update-failed': entry(0, 'Changes not published', 'Update public connector failed', true),
  'take-away/unreadable': entry(0, 'Not read', 'Your browser could not read this file.', true),
  'take-away/not-json': entry(0, 'Not JSON', 'This file is not JSON. Choose a file that Datacrane exported.'),
} as const
