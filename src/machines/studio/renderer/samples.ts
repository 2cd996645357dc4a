/** Two payloads as shops have them, to look around with before there is one of one's own. */
import { indented } from '../../kit/json-text.ts'

export const sampleNames = ['order', 'customer'] as const
export type SampleName = (typeof sampleNames)[number]

const order = `{
  "id": 450789469000000123,
  "number": "SO-1042",
  "status": "paid",
  "placedAt": "2026-03-14T09:26:53Z",
  "currency": "EUR",
  "total": 184.40,
  "customer": { "id": 207119551, "name": "Ada Lindqvist", "email": "ada.lindqvist@example.com", "isNew": false },
  "shipping": { "method": "standard", "street": "Hauptstraße 12", "zip": "10827", "city": "Berlin", "country": "DE" },
  "lines": [
    { "sku": "TEA-0071", "name": "Green tea, 100 g", "quantity": 4, "price": 8.90, "packedAt": "2026-03-14T11:02:10Z" },
    { "sku": "POT-0003", "name": "Cast iron pot", "quantity": 1, "price": 79.00, "packedAt": "2026-03-14T11:05:42Z" },
    { "sku": "CUP-0110", "name": "Porcelain cup", "quantity": 6, "price": 9.80, "packedAt": "2026-03-14T11:09:05Z" },
    { "sku": "SPN-0020", "name": "Bamboo spoon", "quantity": 2, "price": 5.50, "packedAt": "2026-03-14T11:12:31Z" }
  ],
  "note": null
}`

const customer = `{
  "id": 207119551,
  "name": "Ada Lindqvist",
  "email": "ada.lindqvist@example.com",
  "createdAt": "2023-11-02T16:40:00Z",
  "isSubscribed": true,
  "tags": ["wholesale", "tea"],
  "addresses": [
    { "kind": "billing", "street": "Hauptstraße 12", "zip": "10827", "city": "Berlin", "country": "DE" },
    { "kind": "shipping", "street": "Storgatan 3", "zip": "211 42", "city": "Malmö", "country": "SE" }
  ],
  "orders": [
    { "number": "SO-0311", "placedAt": "2024-02-01T08:15:00Z", "total": 42.10, "items": 3 },
    { "number": "SO-0544", "placedAt": "2024-09-19T19:31:00Z", "total": 96.00, "items": 5 },
    { "number": "SO-0809", "placedAt": "2025-06-07T12:00:00Z", "total": 61.35, "items": 2 },
    { "number": "SO-1042", "placedAt": "2026-03-14T09:26:53Z", "total": 184.40, "items": 13 }
  ]
}`

export const samples: Readonly<Record<SampleName, string>> = { order: indented(order), customer: indented(customer) }
