/** What can go wrong with signing in to other systems: a part of the catalogue. */
import { entry } from '../kit/problem-entry.ts'

export const oauthConnectionProblems = {
  'connection/ended': entry(
    422,
    'Not signed in',
    'This connection is not signed in, or the system ended its access. Sign in under Connections. Runs wait until then.',
  ),
  'connection/no-sign-in': entry(
    422,
    'No sign-in needed',
    "This connection doesn't use a sign-in. Select “Sign in (OAuth 2.0)” as its authentication, then try again.",
  ),
  'connection/attempts-open': entry(
    429,
    'Too many sign-ins',
    'You have two unfinished sign-ins. Finish one of them, or wait 10 minutes.',
  ),
  'connection/attempt-dead': entry(
    410,
    'Sign-in expired',
    'This sign-in expired, was already used, began in another session, or its connection changed. Begin it again under Connections.',
  ),
  'connection/sign-in-refused': entry(
    422,
    'Sign-in refused',
    "The system didn't complete the sign-in. Try again, or ask an administrator to check the app.",
  ),
  'connection/app-secret': entry(
    422,
    'App not usable',
    "The app of this connection was deleted, or it doesn't fit the URL of the connection. Select another app.",
  ),
  'oauth-app/not-found': entry(404, 'Not found', "This app doesn't exist."),
  'oauth-app/not-yours': entry(
    403,
    'Not allowed',
    'Only the operator of this installation can add or delete an app for all companies.',
  ),
  'oauth-app/in-use': entry(
    409,
    'Still in use',
    'Connections use this app. Select another app there, or delete these connections. Then delete the app.',
  ),
  'oauth-app/too-many': entry(
    409,
    'Too many apps',
    'The limit of 100 apps is reached. Over the API, delete an app that you no longer use.',
  ),
} as const
