import type { PillLook } from '../parts/StatusPill.tsx'
import type { StageHealth } from './pipeline.ts'

export const stageLooks = { normal: 'good', warning: 'late', error: 'bad', none: 'draft' } as const satisfies Record<
  StageHealth,
  PillLook
>
