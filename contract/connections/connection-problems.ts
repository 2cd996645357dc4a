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
  'connection/name-taken': entry(
    409,
    'Name already used',
    'Your company already has a connection with this name. Choose another name.',
  ),
  'connection/too-many': entry(
    409,
    'Too many connections',
    'Your company has reached the limit of 500 connections. Delete a connection that you no longer use.',
  ),
  'connection/in-use': entry(
    409,
    'Still in use',
    'Connectors use this connection. Use other credentials there, deploy the change, then delete the connection.',
  ),
  'connection/off': entry(
    422,
    'Connection off',
    'The connection of this system is off. Nothing is sent until someone switches it on.',
  ),
  'connection/moved': entry(
    422,
    'Connection address changed',
    'The address of this connection changed, so its secret was not sent. Update the address in the connector, then deploy the connector.',
  ),
  'connection/tests-used-up': entry(
    429,
    'Too many tests',
    'This connection was tested 60 times in the last hour. Try again in an hour.',
  ),
} as const
