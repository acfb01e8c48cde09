int useF() { return Second + 1; }
