import { expect, test } from 'vitest'
import { isUndecided, liveProjectStates, nextProjectStates, projectStates } from './project.ts'

test('every project reaches an end from every state, and no state follows itself', () => {
  for (const state of projectStates) {
    const reached = new Set([state])
    for (const each of reached) for (const next of nextProjectStates[each]) reached.add(next)
    expect([...reached].some((each) => nextProjectStates[each].length === 0)).toBe(true)
    expect(nextProjectStates[state]).not.toContain(state)
  }
})

test('an undecided project is live, and a project that was rejected or cancelled gives its numbers back', () => {
  expect(projectStates.filter(isUndecided)).toEqual(['submitted', 'in_review'])
  expect(projectStates.filter((state) => !(liveProjectStates as readonly string[]).includes(state))).toEqual([
    'rejected',
    'cancelled',
  ])
})
