/** What can go wrong with connections: a part of the catalogue. */
import { entry } from '../kit/problem-entry.ts'

export const connectionProblems = {
  'connection/not-found': entry(404, 'Not found', "This connection doesn't exist, or it isn't shared with you."),
  'connection/not-yours': entry(403, 'Not allowed', 'Only the owner and administrators can change this connection.'),
  'connection/stale': entry(
    409,
    'Changed elsewhere',
    'Someone changed this connection after you opened it. Open it again, then repeat your change.',
  ),
  'connection/name-taken': entry(409, 'Name already used', 'Your company has a connection with this name. Choose another name.'),
  'connection/too-many': entry(
    409,
    'Too many connections',
    'Your company has reached 500 connections. Delete one, then add the new one.',
  ),
  'connection/in-use': entry(409, 'Still in use', 'This connection is in use. Change what uses it, then delete it.'),
  'connection/off': entry(422, 'Connection off', "This system's connection is off. Nothing is sent until the connection is on."),
  'connection/moved': entry(
    422,
    'Connection has another address',
    "This system's connection has another address than at deployment. Nothing was sent. Check the connector, then deploy it again.",
  ),
  'connection/tests-used-up': entry(
    429,
    'Too many tests',
    'This connection was tested 60 times this hour. Try again in an hour.',
  ),
} as const
