/** The result of a run: the JSON file. Times are in ms unless their name says otherwise. */
export interface Report {
  readonly at: string;
  readonly machine: Machine;
  readonly settings: RunSettings;
  /** The smallest first. */
  readonly datasets: readonly DatasetReport[];
  readonly goals: readonly Judgement[];
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly postgres: string;
  /** Load average of the minute before the run: mostly the work of other processes. */
  readonly loadBefore: number;
}

export interface RunSettings {
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly service: Readonly<Record<string, string>>;
}

export interface DatasetReport {
  readonly appointments: number;
  /** The Monday in the middle of the data. */
  readonly anchor: string;
  /** Undefined when the folder was already filled. */
  readonly fillSeconds?: number | undefined;
  /** Start-up times on the filled database. */
  readonly startUp: readonly number[];
  /** Memory of the service twenty seconds after it was ready; undefined where there is no /proc. */
  readonly idleMb?: number | undefined;
  /** Sequential scans of appointments and customers while the operations were driven. */
  readonly sequentialScans: number;
  readonly operations: readonly OperationReport[];
}

/** Medians over the rounds. */
export interface OperationReport {
  readonly name: string;
  readonly title: string;
  readonly connections: number;
  readonly service: Load & Cost;
  /** The floor's measurement of the same requests; undefined when the operation has no floor of its own. */
  readonly floor?: Load | undefined;
  /** Time per request as a multiple of its own floor, or else of the floor of GET by id. */
  readonly ratio?: number | undefined;
  /** Descriptions of the rounds with wrong answers. */
  readonly wrong: readonly string[];
}

export interface Load {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
}

/** Figures per request. */
export interface Cost {
  /** Time in PostgreSQL's executor. */
  readonly databaseMs: number;
  /** Time in PostgreSQL's planner. */
  readonly planningMs: number;
  readonly roundTrips: number;
  /** Statements that PostgreSQL planned. */
  readonly planned: number;
  /** Processor time of the service alone; undefined where there is no /proc. */
  readonly processorMs?: number | undefined;
}

export interface Judgement {
  readonly goal: string;
  /** The limit: a maximum, or for bookings a minimum. */
  readonly limit: number;
  readonly isAtLeast: boolean;
  readonly unit: string;
  /** Undefined when the run did not measure it. */
  readonly measured?: number | undefined;
  readonly isMet?: boolean | undefined;
}
