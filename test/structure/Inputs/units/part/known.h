namespace part {
bool isKnown(char C);
int useC();
} // namespace part
