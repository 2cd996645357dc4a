/** What lies where in the body of a page: its deliveries and their records. Arrays, because there is one for each record that is moved. */

/** A record: its place in the run, its place in the page, its key, milliseconds of mapping, and the stretch of the body in UTF-16 units. */
export type RecordLine = readonly [position: number, index: number, key: string, mappingMs: number, from: number, length: number]

/** A delivery: the place in the run of its first record, its stretch of the body, and its records. */
export type DeliveryLine = readonly [position: number, from: number, length: number, records: readonly RecordLine[]]

/** `k` begins the key of every delivery of the page; the delivery's position ends it. */
export type Outline = { readonly k: string; readonly d: readonly DeliveryLine[] }

/** A delivery as it is sent: exact bytes and the key that stays the same on every try and after every crash. */
export type Delivery = {
  readonly position: number
  readonly page: number
  readonly readAt: Date
  readonly key: string
  readonly body: string
  readonly records: readonly RecordLine[]
}

/** The deliveries of a page, cut out of its body. */
export function deliveriesOf({ k, d }: Outline, body: string, page: number, readAt: Date): Delivery[] {
  return d.map(([position, from, length, records]) => {
    return { position, page, readAt, key: `${k}${position}`, body: body.slice(from, from + length), records }
  })
}
