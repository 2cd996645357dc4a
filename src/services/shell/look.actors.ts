import { fromCallback } from 'xstate'

import { brandCss } from '../../machines/shell/brand-css.ts'
import type { Access } from '../kit/api-client.ts'
import { followLook } from './look.service.ts'
import type { StartReading } from './start.service.ts'

/** Shows how the company looks for as long as somebody is inside. */
export const lookActor = fromCallback<{ readonly type: 'none' }, { readonly access: Access; readonly start: StartReading }>(
  ({ input }) => followLook(input, brandCss),
)
