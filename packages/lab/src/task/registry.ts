import { MemAgentError } from '@memagent/core';
import { assignmentsTask, chainTask } from './chain.ts';
import { countTask, frequentTask } from './count.ts';
import { factOtherWords } from './fact-other-words.ts';
import { factMultikey, factMultiquery, factMultivalue, factSingle } from './facts.ts';
import { allItemsTask, orderTask } from './order.ts';
import { recordsTask } from './records.ts';
import { niahTasks } from './ruler/niah.ts';
import { vtTask } from './ruler/vt.ts';
import { cweTask, fweTask } from './ruler/words.ts';
import type { Task } from './task.ts';
import { updateTask } from './update.ts';

/** RULER's tasks that need no data files. */
export const rulerTasks: readonly Task[] = [...niahTasks, vtTask, cweTask, fweTask];

/** Our own synthetic tasks. */
export const syntheticTasks: readonly Task[] = [
  factSingle,
  factMultikey,
  factMultivalue,
  factMultiquery,
  factOtherWords,
  recordsTask,
  chainTask,
  assignmentsTask,
  updateTask,
  orderTask,
  allItemsTask,
  countTask,
  frequentTask,
];

/** All tasks that need no data files. */
export const tasks: readonly Task[] = [...rulerTasks, ...syntheticTasks];

/** The task of this name. */
export function findTask(name: string): Task {
  const task = tasks.find((candidate) => candidate.name === name);
  if (task === undefined) {
    throw new MemAgentError('bad-input', `There is no task called ${name}.`, {
      hint: `Use one of: ${tasks.map((candidate) => candidate.name).join(', ')}.`,
    });
  }
  return task;
}
