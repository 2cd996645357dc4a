/** What can go wrong with signing in to other systems: a part of the catalogue. */
import { entry } from '../kit/problem-entry.ts'

export const oauthConnectionProblems = {
  'connection/ended': entry(
    422,
    'Access ended',
    'The system ended the access of this connection. Reconnect it. Runs wait until then, and nothing is lost.',
  ),
  'connection/no-sign-in': entry(
    422,
    'No sign-in needed',
    "People don't sign in for this connection. Select “Sign in (OAuth 2.0)” as its authentication, then try again.",
  ),
  'connection/attempts-open': entry(
    429,
    'Too many sign-ins',
    'You have already begun two sign-ins. Finish one of them, or wait 10 minutes.',
  ),
  'connection/attempt-dead': entry(
    410,
    'Sign-in expired',
    'This sign-in has expired, was already used, or was begun by someone else. Begin it again from the connection.',
  ),
  'connection/sign-in-refused': entry(
    422,
    'Sign-in refused',
    "The system didn't complete the sign-in. Try again, or ask an administrator to check the app.",
  ),
  'connection/app-secret': entry(
    422,
    'App not usable',
    'The app of this connection was deleted or cannot be used with this address. Choose another app.',
  ),
  'oauth-app/not-found': entry(404, 'Not found', "This app doesn't exist."),
  'oauth-app/not-yours': entry(403, 'Not allowed', 'Only the operator of this installation can do that with this app.'),
  'oauth-app/in-use': entry(
    409,
    'Still in use',
    'Connections use this app. Choose another app there, or delete them, then delete this app.',
  ),
  'oauth-app/too-many': entry(409, 'Too many apps', 'The limit of 100 apps is reached. Delete an app that you no longer use.'),
} as const
