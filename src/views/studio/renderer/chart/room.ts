/** Within the chart: what its axes take. CSS pixels. */
export const margin = { top: 12, right: 16, bottom: 32, left: 56 }

/** Points that a chart of this width can show: no more are drawn than have a pixel. */
export const pointsIn = (width: number) => Math.floor(width - margin.left - margin.right)
