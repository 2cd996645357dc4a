/** Deliveries of a connector that are on their way at the same time, by its compute size. A destination that answers slower gets no more than that. */
export const computeSizes = { small: 32, medium: 64, large: 96 } as const
export type ComputeSize = keyof typeof computeSizes
