/** Limits of support requests and of what people say of an article. `worklist.md` H-2, X22. */
/** Of one person. */
export const supportPerDay = 10

export const supportLimits = {
  subjectMax: 200,
  textMax: 4_000,
  perDay: supportPerDay,
  answerMax: 4_000,
  /** Messages of one request, the first one not counted. */
  messagesMax: 50,
  /** Requests to the server that failed in this browser, the newest ones. */
  requestIdsMax: 10,
} as const

/** The share of solved questions: of how many days, and under how many answers it is not shown. */
export const shareLimits = {
  days: 90,
  leastAnswers: 50,
  /** Hours in which a request to support takes back that a question was solved; younger answers are not counted yet. */
  supportHours: 72,
} as const
