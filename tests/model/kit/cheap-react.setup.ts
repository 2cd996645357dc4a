/**
 * The development build of React takes a stack trace of each element it makes, for the tools of a browser: a fifth of a walk. It stops at 10,000 in a second;
 * in the short form that number counts as reached. Warnings and Strict Mode are as ever.
 */
import * as React from 'react'

const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {}, configurable: true })
