/** What can fail while a connector is built, published or taken away: a part of the catalogue. */
import { entry } from '../kit/problem-entry.ts'

export const builderProblems = {
  'connector/not-available': entry(422, 'Not available', 'The connector asks for something that is not available yet.'),
  'egress/refused': entry(
    422,
    'Address refused',
    'Connectors may not reach this address: it is in a private or reserved network, or its port is closed to them. An administrator can ask for a private endpoint in Network Connectivity; the operator can allow addresses with EGRESS_ALLOW.',
  ),
  'shape/too-large': entry(422, 'Too large', 'The example records of one side are too large.'),
  'template/not-found': entry(404, 'Not found', 'There is no template or public connector with this ID.'),
  'template/stale': entry(409, 'Changed in the meantime', 'Someone changed this public connector after you opened it.'),
  'template/decided': entry(409, 'Decided in the meantime', 'This public connector no longer waits for a decision.'),
  'template/list-failed': entry(0, 'Templates not loaded', 'Failed to fetch templates', true),
  'template/read-failed': entry(0, 'Template not loaded', 'Failed to fetch template', true),
  'template/create-failed': entry(0, 'Not published', 'Create public connector failed', true),
  'template/update-failed': entry(0, 'Changes not published', 'Update public connector failed', true),
  'take-away/unreadable': entry(0, 'Not read', 'Your browser could not read this file.', true),
  'take-away/not-json': entry(0, 'Not JSON', 'This is not JSON, so it is not a file from Export.'),
} as const
