/** The steps of building a connector, in their order. `core-platform.md` section 2. */
export const steps = ['profile', 'source', 'destination', 'enrichment', 'mapping', 'review'] as const
export type Step = (typeof steps)[number]

/** The step before and the one after; null at the ends. */
export const stepBefore = (step: Step): Step | null => steps[steps.indexOf(step) - 1] ?? null
export const stepAfter = (step: Step): Step | null => steps[steps.indexOf(step) + 1] ?? null
