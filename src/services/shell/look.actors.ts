import { fromCallback } from 'xstate'

import { brandCss } from '../../machines/shell/brand-css.ts'
import type { Access } from '../kit/api-client.ts'
import { followLook } from './look.service.ts'

/** Shows how the company looks for as long as somebody is inside. */
export const lookActor = fromCallback<{ readonly type: 'none' }, { readonly access: Access }>(({ input }) =>
  followLook(input.access, brandCss),
)
